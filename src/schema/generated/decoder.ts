import { DecodeError } from '#schema/decode-error.js'
import { isJsonObject, setOwn, sortedKeys } from '#schema/json-object.js'
import { SCALARS, type ScalarZero } from '#schema/scalars.js'
import {
  type AnyStruct,
  type Field,
  type Fields,
  type ListType,
  type MapType,
  type ScalarName,
  shortName,
  type Type,
} from '#schema/type.js'
import { elementZeroValue, fieldZeroValue, omitsEmpty, type ZeroValue } from '#schema/zero-value.js'
import { type Cell, GeneratedFunction } from './function.js'
import type { Decode } from './interpreted-decoder.js'

/** Only signals that the plain decoder must read the value; clients never see it. */
const REJECTION = new DecodeError('not what generated code can read')

function reject(): never {
  throw REJECTION
}

/**
 * The text of a decoder as a function of its own for each struct: one object literal with all fields in their
 * places and the defaults in them, and a switch that reads what was given. For a port of a container it is
 *
 *     const out = { name: undefined, hostPort: undefined, containerPort: 0, protocol: "TCP", … }
 *     for (const key in given) {
 *       const value = given[key]
 *       if (value === null || value === undefined) continue
 *       switch (key) {
 *         case "name": {
 *           if (typeof value !== 'string') reject()
 *           if (value !== "") out["name"] = value.isWellFormed() ? value : value.toWellFormed()
 *           break
 *         }
 *         …
 *         default: expectStranger(key)
 *       }
 *     }
 *     return out
 *
 * A loop over what was given with a switch, and not a look at each field, because its speed does not depend on
 * how many different sets of fields clients send.
 *
 * Whatever is unusual is rejected without an explanation, by a DecodeError: a wrong type, a field name in another
 * case. The plain decoder then says what is wrong, or finds that nothing is.
 */
export function generateDecoder(type: AnyStruct, cellOf: (type: AnyStruct) => Cell<Decode>): Decode {
  return new DecoderText(cellOf).compile(type)
}

class DecoderText {
  readonly #code = new GeneratedFunction()
  readonly #cellOf: (type: AnyStruct) => Cell<Decode>
  readonly #reject = this.#code.nameOf(reject, 'reject')
  /** Distinguishes the variables of nested loops. */
  #depth = 0

  constructor(cellOf: (type: AnyStruct) => Cell<Decode>) {
    this.#cellOf = cellOf
  }

  compile(type: AnyStruct): Decode {
    return this.#code.compile(`decode ${shortName(type)}`, 'given', this.#struct(type))
  }

  #struct({ fields, complete }: AnyStruct): string {
    const entries = Object.entries(fields as Fields)
    const expectStranger = this.#code.nameOf(strangerCheck(entries.map(([name]) => name)), 'expectStranger')
    return `
if (typeof given !== 'object' || Array.isArray(given)) ${this.#reject}()
const out = { ${entries.map(([name, field]) => this.#initial(name, field)).join(', ')} }
for (const key in given) {
  const value = given[key]
  if (value === null || value === undefined) continue
  switch (key) {
    ${entries.map(([name, field]) => this.#case(name, field)).join('\n    ')}
    default: ${expectStranger}(key)
  }
}
${entries.map(([name, field]) => this.#filling(name, field)).join('')}
${complete === undefined ? '' : `${this.#code.nameOf(complete, 'complete')}(out)`}
return out`
  }

  /** A field of the literal. Structs that stand in are made later, and only if they are needed. */
  #initial(name: string, field: Field): string {
    const zero = fieldZeroValue(field)
    return `${propertyName(name)}: ${zero.kind === 'struct' ? 'undefined' : this.#zeroValue(zero)}`
  }

  #filling(name: string, field: Field): string {
    const zero = fieldZeroValue(field)
    if (zero.kind !== 'struct') return ''
    const fieldValue = `out[${propertyName(name)}]`
    return `if (${fieldValue} === undefined) ${fieldValue} = ${this.#zeroValue(zero)}\n`
  }

  #case(name: string, field: Field): string {
    const store = (read: string) => `out[${propertyName(name)}] = ${read}`
    return `case ${propertyName(name)}: { ${this.#read(field.type, 'value', store, omitsEmpty(field))}; break }`
  }

  /** Statements that read the variable `from`, which is neither null nor undefined, and store what it holds. */
  #read(type: Type, from: string, store: (read: string) => string, dropEmpty: boolean): string {
    switch (type.kind) {
      case 'scalar':
        return this.#scalar(type.name, from, store, dropEmpty)
      case 'struct':
        return store(`${this.#cell(type)}.run(${from})`)
      case 'list':
        return this.#list(type, from, store, dropEmpty)
      case 'map':
        return this.#map(type, from, store, dropEmpty)
      case 'either': {
        const [struct, other] = [type.struct, type.other].map((part) => this.#read(part, from, store, false))
        return `if (${this.#code.nameOf(isJsonObject, 'isJsonObject')}(${from})) { ${struct} } else { ${other} }`
      }
    }
  }

  #scalar(name: ScalarName, from: string, store: (read: string) => string, dropEmpty: boolean): string {
    const { zero, decode } = SCALARS[name]
    const inlined = INLINED[name]?.(from)
    if (inlined !== undefined) {
      const condition = dropEmpty ? `if (${from} !== ${literal(zero)}) ` : ''
      return `if (${inlined.rejected}) ${this.#reject}(); ${condition}${store(inlined.read)}`
    }
    const read = `${this.#code.nameOf(decode, name)}(${from})`
    if (!dropEmpty) return store(read)
    return `const read = ${read}; if (read !== ${literal(zero)}) ${store('read')}`
  }

  #list({ element }: ListType, from: string, store: (read: string) => string, dropEmpty: boolean): string {
    const depth = ++this.#depth
    const [list, index, item] = [`list${depth}`, `index${depth}`, `item${depth}`]
    const put = (read: string) => `${list}[${index}] = ${read}`
    return `if (!Array.isArray(${from})) ${this.#reject}()
${dropEmpty ? `if (${from}.length !== 0) ` : ''}{
  const ${list} = new Array(${from}.length)
  for (let ${index} = 0; ${index} < ${list}.length; ${index}++) {
    const ${item} = ${from}[${index}]
    if (${item} === null || ${item} === undefined) { ${put(this.#zeroValue(elementZeroValue(element)))} }
    else { ${this.#read(element, item, put, false)} }
  }
  ${store(list)}
}`
  }

  #map({ element }: MapType, from: string, store: (read: string) => string, dropEmpty: boolean): string {
    const depth = ++this.#depth
    const [keys, map, index, item] = [`keys${depth}`, `map${depth}`, `index${depth}`, `item${depth}`]
    const setProperty = this.#code.nameOf(setOwn, 'setOwn')
    const put = (read: string) => `${setProperty}(${map}, ${keys}[${index}], ${read})`
    return `if (typeof ${from} !== 'object' || Array.isArray(${from})) ${this.#reject}()
const ${keys} = ${this.#code.nameOf(sortedKeys, 'sortedKeys')}(${from})
${dropEmpty ? `if (${keys}.length !== 0) ` : ''}{
  const ${map} = {}
  for (let ${index} = 0; ${index} < ${keys}.length; ${index}++) {
    const ${item} = ${from}[${keys}[${index}]]
    if (${item} === null || ${item} === undefined) { ${put(this.#zeroValue(elementZeroValue(element)))} }
    else { ${this.#read(element, item, put, false)} }
  }
  ${store(map)}
}`
  }

  #zeroValue(zero: ZeroValue): string {
    switch (zero.kind) {
      case 'value':
        return literal(zero.value)
      case 'struct':
        return `${this.#cell(zero.type)}.run({})`
      case 'list':
        return '[]'
      case 'map':
        return '{}'
    }
  }

  #cell(type: AnyStruct): string {
    return this.#code.nameOf(this.#cellOf(type), shortName(type))
  }
}

/** Scalars that are worth being read without a call. What they accept and return is what `scalars.ts` says. */
const INLINED: { readonly [N in ScalarName]?: (from: string) => { rejected: string; read: string } } = {
  string: (from) => ({
    rejected: `typeof ${from} !== 'string'`,
    read: `${from}.isWellFormed() ? ${from} : ${from}.toWellFormed()`,
  }),
  boolean: (from) => ({ rejected: `typeof ${from} !== 'boolean'`, read: from }),
  // To cut a number to 32 bits changes every other number, but for -0, which it takes to 0 as is right.
  int32: (from) => ({
    rejected: `typeof ${from} !== 'number' || (${from} | 0) !== ${from}`,
    read: `${from} | 0`,
  }),
}

/** Rejects a name that is a field's in another case. */
function strangerCheck(names: readonly string[]): (key: string) => void {
  const known = new Set(names.map((name) => name.toLowerCase()))
  return (key) => {
    if (known.has(key.toLowerCase())) reject()
  }
}

const literal = (value: ScalarZero | undefined) => JSON.stringify(value) ?? 'undefined'

/** In a literal and a switch; the one name that means something else there is rejected. */
function propertyName(name: string): string {
  if (name === '__proto__') throw new Error('no field can be named __proto__')
  return JSON.stringify(name)
}
