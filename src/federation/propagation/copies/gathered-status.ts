/** Maximum length of a gathered status as JSON: there is one for each copy. */
export const MAX_GATHERED_LENGTH = 1024
const MAX_CONDITIONS = 20
/** Says that fields were left out. */
const TRUNCATED = 'truncated'

/**
 * The status of a copy as JSON; undefined if it has none. Of a long status only short fields are kept, and of
 * conditions only type, status and reason.
 */
export function gatheredStatus(status: unknown): string | undefined {
  if (typeof status !== 'object' || status === null || Array.isArray(status)) return undefined
  const text = JSON.stringify(status)
  if (text === '{}') return undefined
  if (text.length <= MAX_GATHERED_LENGTH) return text
  const entries = Object.entries(status as Readonly<Record<string, unknown>>).map(
    ([name, value]) =>
      `${JSON.stringify(name)}:${JSON.stringify(name === 'conditions' ? briefly(value) : value)}`,
  )
  // Numbers and words say most in least space.
  const kept: string[] = []
  let room = MAX_GATHERED_LENGTH - `{"${TRUNCATED}":true}`.length
  for (const entry of entries.sort((a, b) => a.length - b.length)) {
    room -= entry.length + 1
    if (room < 0) break
    kept.push(entry)
  }
  return `{${[...kept, `"${TRUNCATED}":true`].join()}}`
}

function briefly(conditions: unknown): unknown {
  if (!Array.isArray(conditions)) return conditions
  return conditions.slice(0, MAX_CONDITIONS).map((condition: unknown) => {
    if (typeof condition !== 'object' || condition === null) return null
    const { type, status, reason } = condition as Readonly<Record<string, unknown>>
    return { type, status, reason }
  })
}
