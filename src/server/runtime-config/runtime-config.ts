import { parseBool } from '#util/text/parse-bool.js'

export interface RuntimeConfig {
  /** The versions and resources to serve or not, by `group/version`, `group/version/resource` or `api/all`. */
  readonly runtimeConfig: Readonly<Record<string, boolean>>
}

export const DEFAULT_RUNTIME_CONFIG: RuntimeConfig = { runtimeConfig: {} }

/** The keys of many versions at once, in the order in which they apply. */
export const VERSION_PATTERNS = {
  'api/all': /^/,
  'api/ga': /^v[0-9]+$/,
  'api/beta': /^v[0-9]+beta[0-9]+$/,
  'api/alpha': /^v[0-9]+alpha[0-9]+$/,
} as const

const isPattern = (key: string): key is keyof typeof VERSION_PATTERNS => Object.hasOwn(VERSION_PATTERNS, key)

/** `key=true,key=false`; undefined if it cannot be read. A version without a value is turned on. */
export function parseRuntimeConfig(text: string): Readonly<Record<string, boolean>> | undefined {
  const pairs = text.split(',').map((pair) => {
    const [key = '', ...rest] = pair.split('=').map((part) => part.trim())
    const value = rest.length === 0 && !isPattern(key) ? 'true' : rest.join('=')
    return [key, parseBool(value)] as const
  })
  return pairs.some(([key, isOn]) => key === '' || isOn === undefined)
    ? undefined
    : (Object.fromEntries(pairs) as Readonly<Record<string, boolean>>)
}

/** The error of the keys, if any. Whether their versions exist is known later. */
export function runtimeConfigError({ runtimeConfig }: RuntimeConfig): string | undefined {
  const keys = Object.keys(runtimeConfig)
  if (keys.length === 1 && runtimeConfig['api/all'] === false) {
    return '--runtime-config: api/all=false alone leaves nothing to serve'
  }
  const invalid = keys.find((key) => !isPattern(key) && !/^[^/]*\/[^/]+(\/[^/]+)?$/.test(key))
  return invalid === undefined
    ? undefined
    : `--runtime-config: invalid key ${JSON.stringify(invalid)}, expected group/version, group/version/resource, /v1 or one of ${Object.keys(VERSION_PATTERNS).join(', ')}`
}

/** The keys that name a version or a resource. */
export const namedKeys = ({ runtimeConfig }: RuntimeConfig): readonly string[] =>
  Object.keys(runtimeConfig).filter((key) => !isPattern(key))
