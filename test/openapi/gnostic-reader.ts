import type { Json } from '../support/client.js'

/** Decodes the message `openapi.v2.Document` to JSON by its published field numbers. */
export function readGnosticDocument(bytes: Buffer): Json {
  const document = new Message(bytes)
  const info = document.message(2)
  return defined({
    swagger: document.text(1),
    info: info && { title: info.text(1), version: info.text(2) },
    paths: document.message(8)?.named(2, pathItem),
    definitions: document.message(9)?.named(1, schema),
  })
}

/** The fields of one message. These documents have only length-delimited fields and numbers. */
class Message {
  readonly #fields = new Map<number, (Buffer | number)[]>()

  constructor(bytes: Buffer) {
    let at = 0
    const varint = () => {
      let value = 0
      for (let scale = 1; ; scale *= 128) {
        const byte = bytes.readUInt8(at++)
        value += (byte % 128) * scale
        if (byte < 128) return value
      }
    }
    const next = (length: number) => {
      at += length
      if (at > bytes.length) throw new Error('a field is cut short')
      return bytes.subarray(at - length, at)
    }
    const read: Readonly<Record<number, () => Buffer | number>> = {
      0: varint,
      1: () => next(8).readDoubleLE(),
      2: () => next(varint()),
    }
    while (at < bytes.length) {
      const tag = varint()
      const value = read[tag % 8]?.()
      if (value === undefined) throw new Error(`unexpected wire type ${tag % 8}`)
      const field = Math.floor(tag / 8)
      this.#fields.set(field, [...(this.#fields.get(field) ?? []), value])
    }
  }

  #bytes = (number: number) => (this.#fields.get(number) ?? []) as Buffer[]
  text = (number: number): string | undefined => this.#bytes(number).at(-1)?.toString()
  texts = (number: number) => this.#bytes(number).map(String)
  number = (number: number) => this.#fields.get(number)?.at(-1) as number | undefined
  flag = (number: number) => this.#fields.get(number)?.at(-1) === 1
  messages = (number: number) => this.#bytes(number).map((bytes) => new Message(bytes))
  /** Repeated occurrences of a message field are merged. */
  message = (number: number): Message | undefined =>
    this.#fields.has(number) ? new Message(Buffer.concat(this.#bytes(number))) : undefined
  named = (number: number, read: (message: Message) => Json): Json =>
    Object.fromEntries(
      this.messages(number).map((entry) => [entry.text(1), read(entry.message(2) as Message)]),
    )
  extensions = (number: number): Json => this.named(number, (any) => JSON.parse(any.text(2) ?? ''))
}

function schema(message: Message): Json {
  const inside = (number: number) => {
    const found = message.message(number)?.message(1)
    return found && schema(found)
  }
  const choice = (number: number) => {
    const found = message.number(number)
    return found === undefined ? undefined : found === 1
  }
  const any = (number: number) => {
    const found = message.message(number)
    return found && JSON.parse(found.text(2) ?? '')
  }
  const docs = message.message(29)
  return defined({
    $ref: message.text(1),
    format: message.text(2),
    title: message.text(3),
    description: message.text(4),
    default: any(5),
    multipleOf: message.number(6),
    maximum: message.number(7),
    exclusiveMaximum: choice(8),
    minimum: message.number(9),
    exclusiveMinimum: choice(10),
    maxLength: message.number(11),
    minLength: message.number(12),
    pattern: message.text(13),
    maxItems: message.number(14),
    minItems: message.number(15),
    uniqueItems: choice(16),
    maxProperties: message.number(17),
    minProperties: message.number(18),
    required: some(message.texts(19)),
    enum: some(message.messages(20).map((any) => JSON.parse(any.text(2) ?? '') as Json)),
    additionalProperties: inside(21) ?? (message.message(21)?.flag(2) || undefined),
    type: message.message(22)?.text(1),
    items: inside(23),
    properties: message.message(25)?.named(1, schema),
    externalDocs: docs && { description: docs.text(1), url: docs.text(2) },
    example: any(30),
    ...message.extensions(31),
  })
}

function pathItem(message: Message): Json {
  const operations = { get: 2, put: 3, post: 4, delete: 5, head: 7, patch: 8 }
  return defined({
    ...Object.fromEntries(
      Object.entries(operations).map(([method, number]) => {
        const found = message.message(number)
        return [method, found && operation(found)]
      }),
    ),
    parameters: message.messages(9).map(parameter),
  })
}

function operation(message: Message): Json {
  return defined({
    tags: message.texts(1),
    description: message.text(3),
    operationId: message.text(5),
    produces: message.texts(6),
    consumes: some(message.texts(7)),
    parameters: message.messages(8).map(parameter),
    responses: message.message(9)?.named(1, (value) => {
      const response = value.message(1)
      const content = response?.message(2)?.message(1)
      return defined({ description: response?.text(1), schema: content && schema(content) })
    }),
    deprecated: message.flag(11) || undefined,
    ...message.extensions(13),
  })
}

function parameter(item: Message): Json {
  const message = item.message(1)
  const body = message?.message(1)
  if (body !== undefined) {
    const type = body.message(5)
    return defined({
      description: body.text(1),
      name: body.text(2),
      in: body.text(3),
      required: body.flag(4),
      schema: type && schema(type),
    })
  }
  const query = message?.message(2)?.message(3)
  const given = query ?? message?.message(2)?.message(4)
  return defined({
    required: given?.flag(1) || undefined,
    in: given?.text(2),
    description: given?.text(3),
    name: given?.text(4),
    type: given?.text(query === undefined ? 5 : 6),
    uniqueItems: given?.flag(query === undefined ? 19 : 20) || undefined,
  })
}

const some = (texts: string[]) => (texts.length > 0 ? texts : undefined)

function defined(json: Record<string, Json>): Json {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))
}
