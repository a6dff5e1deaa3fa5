import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
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

/** Reads a recording. Rejects with `RecordingError`. */
export async function readRecording(path: string): Promise<Recording> {
  const reader = new RecordingReader(path)
  const file = createReadStream(path)
  const input = file.pipe(createGunzip())
  file.on('error', (error) => input.destroy(error))
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  // The interface does not report errors of its input.
  const failed = new Promise<never>((_, reject) => input.once('error', reject))
  try {
    await Promise.race([readAll(lines, reader), failed])
    return reader.end()
  } catch (error) {
    if (error instanceof RecordingError) throw error
    throw new RecordingError(`cannot read the recording ${path}: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    file.destroy()
  }
}

async function readAll(lines: AsyncIterable<string>, reader: RecordingReader): Promise<void> {
  for await (const line of lines) reader.take(JSON.parse(line) as RecordingLine)
}

class RecordingReader {
  readonly #path: string
  readonly #lists: RecordedList[] = []
  readonly #versions: RecordedVersion[] = []
  #isStarted = false
  #isEnded = false

  constructor(path: string) {
    this.#path = path
  }

  take(line: RecordingLine): void {
    if (!this.#isStarted) this.#start(line)
    else if ('list' in line) this.#lists.push(line.list)
    else if ('object' in line) this.#object(line.object)
    else if ('event' in line) this.#event(line.event)
    else if ('end' in line) this.#isEnded = true
  }

  end(): Recording {
    if (!this.#isEnded) throw new RecordingError(`${this.#path} is not complete`)
    return { lists: this.#lists, versions: this.#versions }
  }

  #start(line: RecordingLine): void {
    if (!('binnacle' in line) || line.binnacle !== 'recording')
      throw new RecordingError(`${this.#path} is not a recording`)
    if (line.format !== FORMAT)
      throw new RecordingError(`${this.#path} has the unknown format ${line.format}`)
    this.#isStarted = true
  }

  #object(object: RecordedObject): void {
    const resource = this.#lists.at(-1)
    if (resource === undefined) throw new RecordingError(`${this.#path} has an object before the first list`)
    const { kind, group, version } = resource
    const apiVersion = group === '' ? version : `${group}/${version}`
    // The objects of a list do not name their kind.
    this.#versions.push({ resource, object: { kind, apiVersion, ...object }, isDeleted: false })
  }

  #event({ type, resource, object }: RecordedEvent): void {
    this.#versions.push({ resource, object, isDeleted: type === 'DELETED' })
  }
}
