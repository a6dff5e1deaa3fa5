const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/

/** Whether a text is the name of a time zone in the usual database of them. Case counts. */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false
  const canonical = canonicalName(name)
  // Names of older days stand for others, and are told as those.
  return canonical !== undefined && (canonical === name || canonical.toLowerCase() !== name.toLowerCase())
}

function canonicalName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
