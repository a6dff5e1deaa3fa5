/** Callers truncate longer dumps. */
const MAX_TEXT_LENGTH = 2000

/** A value of JSON as Go prints it with `%+v`: `map[metadata:map[labels:x]]`. */
export function goDump(value: unknown): string {
  const parts: string[] = []
  write(value, parts, { left: MAX_TEXT_LENGTH })
  return parts.join('')
}

function write(value: unknown, parts: string[], budget: { left: number }): void {
  if (Array.isArray(value)) {
    parts.push('[')
    for (let index = 0; index < value.length && budget.left > 0; index++) {
      if (index > 0) parts.push(' ')
      write(value[index], parts, budget)
    }
    parts.push(']')
    return
  }
  if (typeof value === 'object' && value !== null) {
    parts.push('map[')
    let separator = ''
    for (const name of Object.keys(value).sort()) {
      if (budget.left <= 0) break
      parts.push(separator, name, ':')
      budget.left -= name.length
      write((value as Readonly<Record<string, unknown>>)[name], parts, budget)
      separator = ' '
    }
    parts.push(']')
    return
  }
  const text = value === null ? '<nil>' : String(value)
  parts.push(text.slice(0, budget.left))
  budget.left -= text.length + 1
}
