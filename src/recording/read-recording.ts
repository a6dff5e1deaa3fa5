import { createReadStream } from 'node:fs'
import { createGunzip, type Gunzip } from 'node:zlib'
import {
  FORMAT,
  type RecordedEvent,
  type RecordedList,
  type RecordedObject,
  type RecordedResource,
  RecordingError,
  type RecordingLine,
} from './format.js'

/** An object of a list or of an event. */
export interface RecordedVersion {
  readonly resource: RecordedResource
  readonly object: RecordedObject
  readonly isDeleted: boolean
}

export interface Recording {
  readonly lists: readonly RecordedList[]
  /** The objects of the lists, then the events as they came. */
  readonly versions: readonly RecordedVersion[]
}

/** In bytes: objects of a mebibyte come in few pieces. */
const CHUNK_SIZE = 256 * 1024

/** Reads a recording. Rejects with `RecordingError`. */
export async function readRecording(path: string): Promise<Recording> {
  const reader = new RecordingReader(path)
  const file = createReadStream(path)
  const input = file.pipe(createGunzip({ chunkSize: CHUNK_SIZE }))
  file.on('error', (error) => input.destroy(error))
  try {
    for await (const line of linesOf(input)) reader.take(line)
    return reader.end()
  } catch (error) {
    throw error instanceof RecordingError ? error : reader.explain(error, file.bytesRead)
  } finally {
    file.destroy()
  }
}

async function* linesOf(input: Gunzip): AsyncGenerator<string> {
  let rest = ''
  input.setEncoding('utf8')
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

class RecordingReader {
  readonly #path: string
  readonly #lists: RecordedList[] = []
  readonly #versions: RecordedVersion[] = []
  #line = 0
  #events = 0
  #end: { readonly objects: number; readonly events: number } | undefined

  constructor(path: string) {
    this.#path = path
  }

  take(text: string): void {
    this.#line++
    const line = this.#parse(text)
    if (this.#line === 1) this.#start(line)
    else if ('list' in line) this.#lists.push(line.list)
    else if ('object' in line) this.#object(line.object)
    else if ('event' in line) this.#event(line.event)
    else if ('end' in line) this.#end = line.end
  }

  end(): Recording {
    if (this.#line === 0) throw new RecordingError(`${this.#path} is not a recording: it is empty`)
    if (this.#end === undefined)
      throw new RecordingError(`${this.#path} is not complete: it ends after line ${this.#line}`)
    const { objects, events } = this.#end
    if (events !== this.#events || objects + events !== this.#versions.length)
      throw this.#error(`expected ${objects} objects and ${events} events before the end`)
    return { lists: this.#lists, versions: this.#versions }
  }

  /** The error for one that reading the file caused. */
  explain(error: unknown, bytes: number): RecordingError {
    const { code, message } = error as NodeJS.ErrnoException
    const options = { cause: error }
    switch (code) {
      case 'Z_BUF_ERROR':
        return new RecordingError(
          `${this.#path} is not complete: it ends at byte ${bytes}, after line ${this.#line}`,
          options,
        )
      case 'Z_DATA_ERROR':
        return this.#line === 0
          ? new RecordingError(`${this.#path} is not a recording: it is not compressed with gzip`, options)
          : new RecordingError(`${this.#path} is damaged after line ${this.#line}: ${message}`, options)
      default:
        return new RecordingError(`cannot read the recording ${this.#path}: ${message}`, options)
    }
  }

  #parse(text: string): RecordingLine {
    try {
      const line: unknown = JSON.parse(text)
      if (typeof line === 'object' && line !== null) return line as RecordingLine
    } catch {
      // Falls through to the same error.
    }
    throw this.#error('expected an object in JSON')
  }

  #start(line: RecordingLine): void {
    if (!('binnacle' in line) || line.binnacle !== 'recording')
      throw new RecordingError(`${this.#path} is not a recording`)
    if (line.format !== FORMAT)
      throw new RecordingError(`${this.#path} has the unknown format ${line.format}`)
  }

  #object(object: RecordedObject): void {
    const resource = this.#lists.at(-1)
    if (resource === undefined) throw this.#error('an object before the first list')
    const { kind, group, version } = resource
    const apiVersion = group === '' ? version : `${group}/${version}`
    // The objects of a list do not name their kind.
    this.#add({ resource, object: { kind, apiVersion, ...object }, isDeleted: false })
  }

  #event({ type, resource, object }: RecordedEvent): void {
    if (typeof resource?.resource !== 'string') throw this.#error('an event without a resource')
    this.#events++
    this.#add({ resource, object, isDeleted: type === 'DELETED' })
  }

  #add(version: RecordedVersion): void {
    const { name, resourceVersion } = version.object?.metadata ?? {}
    if (typeof name !== 'string' || typeof resourceVersion !== 'string')
      throw this.#error('an object without a name or a resourceVersion')
    this.#versions.push(version)
  }

  #error(message: string): RecordingError {
    return new RecordingError(`${this.#path}, line ${this.#line}: ${message}`)
  }
}
