import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import type { WindowsSecurityContextOptions } from './security-context.js'

/** In bytes. */
const MAX_CREDENTIALS_LENGTH = 64 * 1024

export function validateWindowsOptions(options: WindowsSecurityContextOptions, errors: FieldErrors): void {
  const { gmsaCredentialSpecName: name, gmsaCredentialSpec: credentials, runAsUserName } = options
  if (name !== undefined) errors.format('gmsaCredentialSpecName', name, rfc1123Subdomain)
  if (credentials === '') {
    errors.invalid('gmsaCredentialSpec', credentials, 'gmsaCredentialSpec cannot be an empty string')
  } else if (credentials !== undefined && Buffer.byteLength(credentials) > MAX_CREDENTIALS_LENGTH) {
    errors.invalid(
      'gmsaCredentialSpec',
      credentials,
      `gmsaCredentialSpec size must be under ${MAX_CREDENTIALS_LENGTH / 1024} KiB`,
    )
  }
  if (runAsUserName !== undefined) errors.format('runAsUserName', runAsUserName, windowsUser)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const CONTROL = /[\x00-\x1f\x7f]/
const NET_BIOS_DOMAIN = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/
const DNS_DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
const MAX_DOMAIN_LENGTH = 255
const MAX_USER_LENGTH = 104

/** `DOMAIN\user` or a plain name. */
export function windowsUser(name: string): readonly string[] {
  if (name === '') return ['runAsUserName cannot be an empty string']
  if (CONTROL.test(name)) return ['runAsUserName cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return ['runAsUserName cannot contain more than one backslash']
  const user = parts.at(-1) as string
  return parts.length === 1 ? userErrors(user) : [...domainErrors(parts[0] as string), ...userErrors(user)]
}

function domainErrors(domain: string): string[] {
  const messages = []
  if (Buffer.byteLength(domain) > MAX_DOMAIN_LENGTH) {
    messages.push(`runAsUserName's Domain length must be under ${MAX_DOMAIN_LENGTH + 1} characters`)
  }
  if (!NET_BIOS_DOMAIN.test(domain) && !DNS_DOMAIN.test(domain)) {
    messages.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format")
  }
  return messages
}

function userErrors(user: string): string[] {
  const messages = []
  if (user === '') messages.push("runAsUserName's User cannot be empty")
  else if (Buffer.byteLength(user) > MAX_USER_LENGTH) {
    messages.push(`runAsUserName's User length must not be longer than ${MAX_USER_LENGTH} characters`)
  }
  if (/^[. ]+$/.test(user)) messages.push("runAsUserName's User cannot contain only periods or spaces")
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    messages.push('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]')
  }
  return messages
}
