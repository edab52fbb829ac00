/** The result of one check of the site's settings or surroundings, in Chinese for the operator. */
export interface Finding {
  /** `fine` needs nothing, `advice` may be left as it is, and `fault` must be repaired. */
  level: 'fine' | 'advice' | 'fault'
  /** The name of the checked subject, such as 磁盘. */
  about: string
  /** The state that the check found. */
  seen: string
  /** The advice for the operator; absent from findings of the level `fine`. */
  remedy?: string
}

/** Makes the findings of one subject. */
export function findingsAbout(about: string) {
  return {
    fine: (seen: string): Finding => ({ level: 'fine', about, seen }),
    advice: (seen: string, remedy: string): Finding => ({ level: 'advice', about, seen, remedy }),
    fault: (seen: string, remedy: string): Finding => ({ level: 'fault', about, seen, remedy }),
  }
}

const signs = { fine: '好　', advice: '建议', fault: '问题' }

/** Returns a finding as one or two lines of text. */
export function describeFinding({ level, about, seen, remedy }: Finding): string {
  const line = `${signs[level]}　${about}：${seen}`
  return remedy === undefined ? line : `${line}\n　　　→ ${remedy}`
}

/** Returns the last line of the report: how many faults and pieces of advice there are. */
export function summarizeFindings(findings: Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  if (count('fault') > 0) return `查了 ${findings.length} 项：${count('fault')} 个问题，${count('advice')} 条建议。`
  return `查了 ${findings.length} 项，没有问题${count('advice') > 0 ? `，有 ${count('advice')} 条建议` : ''}。`
}
