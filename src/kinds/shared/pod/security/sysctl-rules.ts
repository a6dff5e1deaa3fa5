import type { FieldErrors } from '#meta/field-errors.js'
import { anchored } from '#meta/formats.js'

/** Sysctls, as a list `name=value,name=value` in an annotation. */

const SAFE = 'security.alpha.kubernetes.io/sysctls'
const UNSAFE = 'security.alpha.kubernetes.io/unsafe-sysctls'

const PART = '[a-z0-9]([-_a-z0-9]*[a-z0-9])?'
const NAME = `(${PART}\\.)*${PART}`
const NAME_LIMIT = 253
const name = anchored(NAME)

/** In characters. Parsing the annotation takes time, and no real one is nearly as long. */
export const MAX_SETTING_LENGTH = 64 * 1024

type Annotations = { readonly [key: string]: string }

export function validateSysctls(annotations: Annotations, errors: FieldErrors): void {
  const safe = readSysctls(SAFE, annotations[SAFE], errors)
  const unsafe = readSysctls(UNSAFE, annotations[UNSAFE], errors)
  if (safe === undefined || unsafe === undefined) return
  const harmless = new Set(safe)
  const both = unsafe.filter((sysctl) => harmless.has(sysctl))
  if (both.length > 0) {
    errors.invalid(`annotations[${UNSAFE}]`, both.join(', '), 'can not be safe and unsafe')
  }
}

/** The names in a list; undefined if it cannot be parsed. */
function readSysctls(key: string, text: string | undefined, errors: FieldErrors): string[] | undefined {
  if (!text) return undefined
  if (text.length > MAX_SETTING_LENGTH) {
    errors.tooLong(`annotations[${key}]`, MAX_SETTING_LENGTH)
    return undefined
  }
  const names = []
  for (const item of text.split(',')) {
    const [sysctl, ...values] = item.split('=')
    if (!sysctl || values.length !== 1) {
      const message = `sysctl ${JSON.stringify(item)} not of the format sysctl_name=value`
      errors.invalid(`annotations[${key}]`, text, message)
      return undefined
    }
    names.push(sysctl)
  }
  errors.each(`annotations[${key}]`, names, mustBeSysctlName)
  return names
}

function mustBeSysctlName(sysctl: string, errors: FieldErrors): void {
  if (sysctl.length <= NAME_LIMIT && name.test(sysctl)) return
  errors.invalid('name', sysctl, `must have at most ${NAME_LIMIT} characters and match regex ${NAME}`)
}

const SLASHED = anchored(`(${PART}[./])*${PART}`)

/** In current groups slashes may separate the parts of a name. */
export const isSysctlName = (text: string) => text.length <= NAME_LIMIT && SLASHED.test(text)
export const SYSCTL_NAME_RULE = `must have at most ${NAME_LIMIT} characters and match regex ^(${PART}[\\./])*${PART}$`

const IPC_SETTINGS: ReadonlySet<string> = new Set([
  'kernel.sem',
  'kernel.shm',
  'kernel.shmall',
  'kernel.shmmax',
  'kernel.shmmni',
  'kernel.shm_rmid_forced',
  'kernel.msg',
  'kernel.msgmax',
  'kernel.msgmnb',
  'kernel.msgmni',
])

/** The field that shares the namespace of a setting with the node; undefined for a setting without a namespace. */
export function kernelNamespaceOf(sysctl: string): 'hostNetwork' | 'hostIPC' | undefined {
  const dotted = withDots(sysctl)
  if (dotted.startsWith('net.')) return 'hostNetwork'
  return IPC_SETTINGS.has(dotted) || dotted.startsWith('fs.mqueue.') ? 'hostIPC' : undefined
}

/** With slashes between the parts, dots belong to the parts: `net/ipv4/conf/eth0.1/forwarding`. */
function withDots(sysctl: string): string {
  const separator = /[./]/.exec(sysctl)?.[0]
  if (separator !== '/') return sysctl
  return sysctl.replace(/[./]/g, (found) => (found === '/' ? '.' : '/'))
}
