import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kubeconfig } from '#access/certificates/kubeconfig.js'
import { MASTERS } from '#access/identity/authenticator.js'
import type { TokenConfig } from '#access/identity/token-config.js'
import type { User } from '#meta/user.js'

/** The user of an administrator, for servers that know users. */
export const ADMIN = 'test-admin'

export const ADMIN_USER: User = { name: ADMIN, groups: [MASTERS], extra: {} }

/** The administrator of a server with this token. */
export const adminToken = (token: string): TokenConfig => ({ token, user: ADMIN, groups: [MASTERS] })

export interface KubeconfigSource {
  readonly url: string
  readonly ca: string | undefined
  /** Undefined for a server that is open to all. */
  readonly tokens: readonly TokenConfig[] | undefined
}

/** The token of a user, or of the administrator. Undefined if none is needed. Throws a `TypeError` for unknown users. */
export function tokenOf(
  tokens: readonly TokenConfig[] | undefined,
  user: string = ADMIN,
): string | undefined {
  if (tokens === undefined) return user === ADMIN ? undefined : user
  const found = tokens.find((known) => known.user === user)
  if (found === undefined) throw new TypeError(`there is no user ${JSON.stringify(user)}: add it to users`)
  return found.token
}

/** Kubeconfigs of a server, and files with them. */
export class Kubeconfigs {
  readonly #source: KubeconfigSource
  #folder: string | undefined
  #files = 0

  constructor(source: KubeconfigSource) {
    this.#source = source
  }

  text(user: string = ADMIN): string {
    const { url, ca, tokens } = this.#source
    const token = tokenOf(tokens, user)
    const credentials = token === undefined ? undefined : { token }
    return kubeconfig({ server: url, ca, user, credentials })
  }

  file(user: string = ADMIN): string {
    const text = this.text(user)
    // The folder is only for this user of the machine.
    this.#folder ??= mkdtempSync(join(tmpdir(), 'binnacle-kubeconfig-'))
    const path = join(this.#folder, `${++this.#files}.yaml`)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }

  removeFiles(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }
}
