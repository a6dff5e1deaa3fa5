/** What the program of a container does, as far as its command tells. */
export type Program =
  | { readonly type: 'endless' }
  | { readonly type: 'ends'; readonly afterMs: number; readonly exitCode: number }

export const ENDLESS: Program = { type: 'endless' }

const DURATION = /^(\d+(?:\.\d+)?)([smhd]?)$/
const UNIT_MS: Readonly<Record<string, number>> = {
  '': 1000,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** A command without a shell. */
export function runCommand([name, ...args]: readonly string[]): Program | undefined {
  switch (name) {
    case 'true':
    case ':':
    case 'echo':
    case 'printf':
    case 'date':
      return { type: 'ends', afterMs: 0, exitCode: 0 }
    case 'false':
      return { type: 'ends', afterMs: 0, exitCode: 1 }
    case 'tail':
      return args.some((arg) => /^-[fF]$|^--follow/.test(arg)) ? ENDLESS : undefined
    case 'sleep':
      return sleep(args)
    default:
      return undefined
  }
}

/** Several durations add up. */
function sleep(args: readonly string[]): Program | undefined {
  if (args.length === 0) return { type: 'ends', afterMs: 0, exitCode: 1 }
  let afterMs = 0
  for (const arg of args) {
    if (arg === 'infinity' || arg === 'inf') return ENDLESS
    const [, number, unit = ''] = DURATION.exec(arg) ?? []
    if (number === undefined) return undefined
    afterMs += Number(number) * (UNIT_MS[unit] as number)
  }
  return Number.isSafeInteger(Math.round(afterMs)) ? { type: 'ends', afterMs, exitCode: 0 } : ENDLESS
}
