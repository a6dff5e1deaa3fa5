import { canGenerate, GeneratedFunction } from './generated-function.js'

/**
 * A test whether a decoded value has none of these members. All of them are there, as `undefined`; to look them up by
 * names that change from look to look takes ten times as long as generated code that names each.
 */
export function absenceOf(names: readonly string[]): (value: object) => boolean {
  let generated: ((value: object) => boolean) | undefined
  return (value) => {
    if (!canGenerate()) return names.every((name) => (value as Record<string, unknown>)[name] === undefined)
    generated ??= generate(names)
    return generated(value)
  }
}

function generate(names: readonly string[]): (value: object) => boolean {
  const tests = names.map((name) => `given[${JSON.stringify(name)}] === undefined`)
  return new GeneratedFunction().compile('absence of members', 'given', `return ${tests.join(' && ')}`)
}
