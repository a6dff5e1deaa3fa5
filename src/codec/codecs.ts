import type { Codec } from './codec.js'
import { json } from './json.js'
import type { Format } from './media-type.js'
import { yaml } from './yaml.js'

export const codecs: Readonly<Record<Format, Codec>> = { json, yaml }
