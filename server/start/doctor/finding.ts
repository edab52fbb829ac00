/** The result of one check of the site's settings, surroundings or data, in Chinese for the operator. */
export interface Finding {
  /**
   * A finding of the level `ok` needs no action, one of the level `advice` may be left as it is, and a `fault` must
   * be repaired.
   */
  level: 'ok' | 'advice' | 'fault'
  /** The name of the checked subject, such as 磁盘. */
  about: string
  /** The state that the check found. */
  seen: string
  /** The advice for the operator; absent from findings of the level `ok`. */
  remedy?: string
  /**
   * Repairs what was found, while the site may run, and returns a Chinese sentence that says what it did. Repeating it
   * changes nothing. Throws an error with a Chinese message when it must not or cannot repair. Absent if only the
   * operator can.
   */
  repair?: () => Promise<string>
}

/** Returns functions that create findings about one subject. */
export function findingsAbout(about: string) {
  return {
    ok: (seen: string): Finding => ({ level: 'ok', about, seen }),
    advice: (seen: string, remedy: string): Finding => ({ level: 'advice', about, seen, remedy }),
    fault: (seen: string, remedy: string): Finding => ({ level: 'fault', about, seen, remedy }),
    /** A finding that `npm run doctor -- --fix` repairs. */
    repairable: (level: 'advice' | 'fault', seen: string, repair: () => Promise<string>): Finding => ({
      level,
      about,
      seen,
      remedy: '运行 npm run doctor -- --fix 就能修好，站点可以照常运行',
      repair,
    }),
  }
}

const signs = { ok: '好　', advice: '建议', fault: '问题' }

/** Returns a finding as one or two lines of text. */
export function describeFinding({ level, about, seen, remedy }: Finding): string {
  const line = `${signs[level]}　${about}：${seen}`
  return remedy === undefined ? line : `${line}\n　　　→ ${remedy}`
}

/**
 * Repairs what a check found. Returns the line to print, and the finding that remains: after a repair, a finding of the
 * level `ok`; if the repair failed, the same finding with the reason.
 */
export async function repairFinding(finding: Finding): Promise<{ line: string; left: Finding }> {
  const { about, repair } = finding
  if (repair === undefined) return { line: describeFinding(finding), left: finding }
  try {
    const done = await repair()
    return { line: `修好　${about}：${finding.seen}。${done}`, left: findingsAbout(about).ok(done) }
  } catch (error) {
    const { repair: _, ...left } = { ...finding, remedy: `没有修：${(error as Error).message}` }
    return { line: describeFinding(left), left }
  }
}

/** Returns the last line of the report: how many faults and pieces of advice there are. */
export function summarizeFindings(findings: Finding[]): string {
  const count = (level: Finding['level']) => findings.filter((finding) => finding.level === level).length
  const repairable = findings.filter(({ repair }) => repair !== undefined).length
  const offer = repairable > 0 ? `其中 ${repairable} 项可以用 npm run doctor -- --fix 修好。` : ''
  if (count('fault') > 0)
    return `查了 ${findings.length} 项：${count('fault')} 个问题，${count('advice')} 条建议。${offer}`
  return `查了 ${findings.length} 项，没有问题${count('advice') > 0 ? `，有 ${count('advice')} 条建议` : ''}。${offer}`
}
