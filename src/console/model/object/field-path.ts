import type { FieldPath } from './yaml-text.js'

/**
 * Reads a path as errors write it: `spec.containers[0].image`, `metadata.annotations[example.com/a]`, `data["a.b"]`.
 * A dot before a name in brackets is optional.
 */
export function parseFieldPath(text: string): FieldPath {
  const path: (string | number)[] = []
  const parts = /\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|([^.[\]]+)/g
  for (const [, quoted, bracketed, name] of text.matchAll(parts)) {
    if (quoted !== undefined) path.push(quoted.replace(/\\(.)/g, '$1'))
    else if (bracketed !== undefined) path.push(/^\d+$/.test(bracketed) ? Number(bracketed) : bracketed)
    else if (name !== undefined) path.push(name)
  }
  return path
}

/** A path as errors write it. */
export const formatFieldPath = (path: FieldPath): string =>
  path
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`
      if (/[./]/.test(step)) return `[${step}]`
      return index === 0 ? step : `.${step}`
    })
    .join('')
