/** The values of the `pretty` parameter that mean yes. */
const YES: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True'])

/** What people use to look at an API without a client of its own: how their `User-Agent` begins. */
const TOOLS_OF_PEOPLE = ['curl', 'Wget', 'Mozilla/5.0'] as const

/** Whether a response is to be indented: as the `pretty` parameter says, or, if it says nothing, for people. */
export function wantsIndentation(pretty: string | null, userAgent: string | undefined): boolean {
  if (pretty !== null && pretty !== '') return YES.has(pretty)
  if (userAgent === undefined) return false
  for (const tool of TOOLS_OF_PEOPLE) if (userAgent.startsWith(tool)) return true
  return false
}
