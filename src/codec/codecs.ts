import type { Codec, TextFormat } from './codec.js'
import { json } from './json.js'
import { yaml } from './yaml.js'

export const codecs: Readonly<Record<TextFormat, Codec>> = { json, yaml }
