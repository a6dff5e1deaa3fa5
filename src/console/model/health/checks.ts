export interface HealthCheck {
  readonly name: string
  readonly isWell: boolean
  readonly text: string
}

/** The checks that `/readyz?verbose` lists. */
export function readHealth(text: string): readonly HealthCheck[] {
  return text.split('\n').flatMap((line) => {
    const [, sign, name, rest = ''] = /^\[([+-])\](\S+)\s*(.*)$/.exec(line) ?? []
    if (sign === undefined || name === undefined) return []
    return [{ name, isWell: sign === '+', text: rest }]
  })
}
