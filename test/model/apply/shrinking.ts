import type { Step } from './apply-sequence.js'

/** Shortens a failing sequence: leaves out steps, fields and items one by one while it still fails. */
export function shrunk(steps: readonly Step[], fails: (steps: readonly Step[]) => boolean): readonly Step[] {
  for (let smallest = steps; ; ) {
    const smaller = smallerSequences(smallest).find(fails)
    if (smaller === undefined) return smallest
    smallest = smaller
  }
}

function smallerSequences(steps: readonly Step[]): Step[][] {
  const shorter = steps.map((_, index) => steps.filter((_, other) => other !== index))
  const simpler = steps.flatMap((step, index) =>
    smallerValues(step.body).map((body) =>
      steps.map((other, at) => (at === index ? { ...step, body } : other)),
    ),
  )
  return [...shorter, ...simpler]
}

/** The value with one field or item less, at any depth. */
function smallerValues(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      value.filter((_, other) => other !== index),
      ...smallerValues(item).map((smaller) => value.with(index, smaller)),
    ])
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>
    return [rest, ...smallerValues(member).map((smaller) => ({ ...value, [name]: smaller }))]
  })
}
