import { type Cell, canGenerate, GeneratedFunction, structCells } from './generated/function.js'
import {
  bytes,
  checkJsonSize,
  copyOf,
  words,
  writeNumber,
  writeNumberOrText,
  writeOther,
  writeText,
} from './json-bytes.js'
import { isJsonObject } from './json-object.js'
import {
  type AnyStruct,
  type Fields,
  type ListType,
  type MapType,
  type ScalarName,
  shortName,
  type Type,
} from './type.js'

/**
 * The encoder of a struct: the JSON of a decoded value, byte for byte what `JSON.stringify` makes of it, but
 * without fields that the description does not name. Throws `ValueTooLarge` when that is more than 8 MiB.
 */
export function encoderOf(type: AnyStruct): (value: object) => Buffer {
  const quick = cellOf(type)
  return (value) => (canGenerate() ? copyOf(quick.run(value, 0)) : stringified(value))
}

function stringified(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  checkJsonSize(json.length)
  return json
}

const cellOf = structCells((type): Write => generateWriter(type, cellOf))

/** Writes a value at a position and returns the position behind it. */
export type Write = (value: unknown, at: number) => number

/**
 * The text of a writer of JSON as a function of its own for each struct. For a port of a container it is
 *
 *     const start = at
 *     let value
 *     value = given["name"]
 *     if (value !== undefined) {
 *       words.setUint32(at, 0x2c226e61)      // ,"na
 *       words.setUint32(at + 4, 0x6d65223a)  // me":
 *       at += 8
 *       at = writeText(value, at)
 *     }
 *     …
 *
 * and in the end the first comma becomes a brace. Names are known, so they are written in words of four bytes; what
 * the last word writes too much is overwritten by what follows.
 */
export function generateWriter(type: AnyStruct, cellOf: (type: AnyStruct) => Cell<Write>): Write {
  return new WriterText(cellOf).compile(type)
}

class WriterText {
  readonly #code = new GeneratedFunction()
  readonly #cellOf: (type: AnyStruct) => Cell<Write>
  readonly #bytes = this.#code.nameOf(bytes, 'bytes')
  readonly #words = this.#code.nameOf(words, 'words')
  readonly #checkJsonSize = this.#code.nameOf(checkJsonSize, 'checkJsonSize')
  /** Distinguishes the variables of nested loops. */
  #depth = 0

  constructor(cellOf: (type: AnyStruct) => Cell<Write>) {
    this.#cellOf = cellOf
  }

  compile(type: AnyStruct): Write {
    return this.#code.compile(`encode ${shortName(type)}`, 'given, at', this.#struct(type))
  }

  #struct({ fields }: AnyStruct): string {
    const fieldValues = Object.entries(fields as Fields).map(([name, { type }]) => {
      const fieldValue = JSON.stringify(name)
      return `value = given[${fieldValue}]
if (value !== undefined) { ${this.#constant(`,${fieldValue}:`)} ${this.#write(type, 'value')} }`
    })
    return `${this.#checkJsonSize}(at)
const start = at
let value
${fieldValues.join('\n')}
if (at === start) at++
${this.#bytes}[start] = ${code('{')}
${this.#bytes}[at] = ${code('}')}
return at + 1`
  }

  /** Statements that write the variable. */
  #write(type: Type, from: string): string {
    switch (type.kind) {
      case 'scalar':
        return this.#scalar(type.name, from)
      case 'struct':
        return this.#unlessNull(from, `at = ${this.#cell(type)}.run(${from}, at)`)
      case 'list':
        return this.#unlessNull(from, this.#list(type, from))
      case 'map':
        return this.#unlessNull(from, this.#map(type, from))
      case 'either': {
        const isStruct = `${this.#code.nameOf(isJsonObject, 'isMembers')}(${from})`
        const [struct, other] = [type.struct, type.other].map((part) => this.#write(part, from))
        return this.#unlessNull(from, `if (${isStruct}) { ${struct} } else { ${other} }`)
      }
    }
  }

  #scalar(name: ScalarName, from: string): string {
    switch (name) {
      case 'boolean':
        return `if (${from} === true) { ${this.#constant('true')} }
else if (${from} === false) { ${this.#constant('false')} }
else { ${this.#call(writeOther, from)} }`
      case 'int32':
      case 'int64':
      case 'number':
        return this.#call(writeNumber, from)
      case 'intOrString':
        return this.#call(writeNumberOrText, from)
      case 'time':
      case 'microTime':
        return this.#unlessNull(from, this.#call(writeText, from))
      case 'string':
      case 'quantity':
      case 'milliQuantity':
      case 'duration':
      case 'bytes':
        return this.#call(writeText, from)
      case 'json':
      case 'schemaJson':
      case 'fieldSet':
        return this.#call(writeOther, from)
    }
  }

  #unlessNull(from: string, write: string): string {
    return `if (${from} === null || ${from} === undefined) { ${this.#constant('null')} } else { ${write} }`
  }

  #list({ element }: ListType, from: string): string {
    const depth = ++this.#depth
    const [index, item] = [`index${depth}`, `item${depth}`]
    return `${this.#bytes}[at++] = ${code('[')}
for (let ${index} = 0; ${index} < ${from}.length; ${index}++) {
  ${this.#checkJsonSize}(at)
  const ${item} = ${from}[${index}]
  if (${index} !== 0) ${this.#bytes}[at++] = ${code(',')}
  ${this.#write(element, item)}
}
${this.#bytes}[at++] = ${code(']')}`
  }

  #map({ element }: MapType, from: string): string {
    const depth = ++this.#depth
    const [open, key, item] = [`open${depth}`, `key${depth}`, `item${depth}`]
    return `const ${open} = at
for (const ${key} in ${from}) {
  const ${item} = ${from}[${key}]
  if (${item} === undefined) continue
  ${this.#bytes}[at++] = ${code(',')}
  ${this.#call(writeText, key)}
  ${this.#bytes}[at++] = ${code(':')}
  ${this.#write(element, item)}
}
if (at === ${open}) at++
${this.#bytes}[${open}] = ${code('{')}
${this.#bytes}[at++] = ${code('}')}`
  }

  #call(write: Write, from: string): string {
    return `at = ${this.#code.nameOf(write, write.name)}(${from}, at);`
  }

  /** Writes text that is known and ASCII. */
  #constant(text: string): string {
    const length = Buffer.byteLength(text)
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4, ' ')
    padded.write(text)
    let statements = ''
    for (let offset = 0; offset < length; offset += 4) {
      statements += `${this.#words}.setUint32(at + ${offset}, ${padded.readUInt32BE(offset)}); `
    }
    return `${statements}at += ${length};`
  }

  #cell(type: AnyStruct): string {
    return this.#code.nameOf(this.#cellOf(type), shortName(type))
  }
}

const code = (character: string) => character.charCodeAt(0)
