import { effect, signal } from '@preact/signals'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { mustSignIn, token } from './credentials.js'
import { create } from './fetch.js'

/** Who the server says the user is. */
export interface CurrentUser {
  readonly username: string
  readonly groups: readonly string[]
  /** What has shown who the user is; undefined if nothing has. */
  readonly credential: 'token' | 'client certificate' | undefined
}

interface SelfSubjectReview {
  readonly status: {
    readonly userInfo: {
      readonly username: string
      readonly groups?: readonly string[]
      readonly extra?: Readonly<Record<string, readonly string[]>>
    }
  }
}

/** The server adds this to users, with the digest of a certificate or the id of a token. */
const CREDENTIAL_ID = 'authentication.kubernetes.io/credential-id'

/** Undefined until the server has told, and while nobody is signed in. */
export const currentUser = signal<CurrentUser | undefined>(undefined)

/** Why the server could not be asked; undefined if it could. */
export const sessionFailure = signal<Failure | undefined>(undefined)

export const isAnonymous = (user: CurrentUser): boolean => user.username === 'system:anonymous'

export async function loadSession(): Promise<void> {
  const asked = token.value
  try {
    const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews'
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
    const { status } = await create<SelfSubjectReview>(path, body)
    if (asked !== token.value) return
    const { username, groups = [], extra = {} } = status.userInfo
    const isCertificate = extra[CREDENTIAL_ID]?.some((id) => id.startsWith('X509')) === true
    const credential = isCertificate ? 'client certificate' : asked === undefined ? undefined : 'token'
    sessionFailure.value = undefined
    currentUser.value = { username, groups, credential }
  } catch (error) {
    if (asked !== token.value) return
    const failure = failureIn(error)
    currentUser.value = undefined
    sessionFailure.value = failure
    // Nobody in particular may not even ask.
    if (failure.code === 401 || (failure.code === 403 && asked === undefined)) mustSignIn.value = true
  }
}

/** Asks again whenever the token changes. */
export const followSession = (): (() => void) =>
  effect(() => {
    token.value
    void loadSession()
  })
