import type { Codec, TextFormat } from './codec.js'
import { json } from './json/json.js'
import { yaml } from './yaml/yaml.js'

export const codecs: Readonly<Record<TextFormat, Codec>> = { json, yaml }
