import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** `scripts/build-console.mjs` writes this folder. */
const FOLDER = new URL('./assets/console/', import.meta.url)
const END = '.br'
const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A file of the page. Its name has a digest of its content. */
export class ConsoleAsset {
  readonly mediaType: string
  readonly #name: string
  #compressed: Buffer | undefined
  #plain: Buffer | undefined

  constructor(name: string) {
    this.#name = name
    this.mediaType = TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
  }

  /** The content in brotli. */
  get compressed(): Buffer {
    this.#compressed ??= readFileSync(new URL(this.#name + END, FOLDER))
    return this.#compressed
  }

  get plain(): Buffer {
    this.#plain ??= brotliDecompressSync(this.compressed)
    return this.#plain
  }
}

/** All files of the page, by name. A request path never becomes part of a file path. */
export function consoleAssets(): ReadonlyMap<string, ConsoleAsset> {
  const names = readdirSync(FOLDER)
    .filter((name) => name.endsWith(END))
    .map((name) => name.slice(0, -END.length))
  return new Map(names.map((name) => [name, new ConsoleAsset(name)]))
}

/** The page, before its configuration is filled in. */
export const consolePage = (): string => readFileSync(new URL('index.html', FOLDER), 'utf8')
