import { arithmetic } from './arithmetic.js'
import { authorization } from './authorization.js'
import { cidr } from './cidr.js'
import { comparison } from './comparison.js'
import { conversions } from './conversions.js'
import { FunctionTable } from './declaration.js'
import { ip } from './ip.js'
import { lists, sets } from './lists.js'
import { namedFormats } from './named-formats.js'
import { optionals } from './optionals.js'
import { patchLibrary } from './patch-types.js'
import { patterns } from './patterns.js'
import { quantities } from './quantity.js'
import { semver } from './semver.js'
import { standardStrings } from './standard-strings.js'
import { strings } from './strings.js'
import { times } from './times.js'
import { urls } from './url.js'

const LIBRARIES = [
  comparison,
  arithmetic,
  conversions,
  standardStrings,
  times,
  optionals,
  strings,
  lists,
  sets,
  patterns,
  urls,
  ip,
  cidr,
  quantities,
  namedFormats,
  semver,
  authorization,
]

/** The functions of rules: the standard library and the libraries of Kubernetes. */
export const kubernetesFunctions = new FunctionTable(...LIBRARIES)

/** Those of expressions that make patches. */
export const patchFunctions = new FunctionTable(...LIBRARIES, patchLibrary)
