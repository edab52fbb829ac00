import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue

/**
 * Returns a Chinese error message for each invalid field of a call's input, by the path of the field. Messages that the
 * input schema defines take precedence over generic ones.
 */
export function fieldMessages({ issues }: { issues: Issue[] }): Record<string, string> {
  const messages: Record<string, string> = Object.create(null)
  for (const issue of issues) {
    messages[issue.path.join('.') || '_'] ??= /[\u4e00-\u9fff]/.test(issue.message) ? issue.message : inChinese(issue)
  }
  return messages
}

const typeNames: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: 'true 或 false',
  array: '列表',
  object: '一组字段',
}

function inChinese(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? '请填写' : `须为${typeNames[issue.expected] ?? issue.expected}`
    case 'too_small':
      return issue.origin === 'number' ? `不能小于 ${issue.minimum}` : `至少 ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'number' ? `不能大于 ${issue.maximum}` : `最多 ${issue.maximum}`
    case 'invalid_value':
      return `须为 ${issue.values.join('、')} 之一`
    default:
      return '格式不对'
  }
}
