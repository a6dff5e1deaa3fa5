import { canGenerate, GeneratedFunction } from './generated-function.js'
import type { AnyStruct } from './type.js'

/**
 * A test whether a decoded value has none of the members of a struct, which may be inlined in its own. All of them are
 * there, as `undefined`; to look them up by names that change from look to look takes ten times as long as generated
 * code that names each.
 */
export function absenceOf(struct: AnyStruct): (value: object) => boolean {
  let test: ((value: object) => boolean) | undefined
  return (value) => {
    test ??= (canGenerate() ? generate : interpret)(Object.keys(struct.fields))
    return test(value)
  }
}

function interpret(names: readonly string[]): (value: object) => boolean {
  return (value) => names.every((name) => (value as Record<string, unknown>)[name] === undefined)
}

function generate(names: readonly string[]): (value: object) => boolean {
  const tests = names.map((name) => `given[${JSON.stringify(name)}] === undefined`)
  return new GeneratedFunction().compile('absence of members', 'given', `return ${tests.join(' && ')}`)
}
