import { useState } from 'preact/hooks'
import { mustSignIn, setToken, token } from '../api/credentials.js'
import { loadSession } from '../api/session.js'
import { config } from '../config.js'
import { toast } from '../state/toasts.js'
import { BrandMark } from '../ui/brand-mark.js'
import { Icon } from '../ui/icon.js'
import { beginSignIn } from './code-flow.js'

const hostOf = (url: string) => new URL(url).host

async function tryCertificate(): Promise<void> {
  setToken(undefined)
  await loadSession()
  if (mustSignIn.value) toast('The server does not know a certificate of this browser', 'bad')
}

/** Asks who the user is. */
export default function SignInPage() {
  const { tokens, certificates, issuers } = config.signIn
  const [typed, setTyped] = useState('')
  const isRefused = token.value !== undefined
  const submit = (event: Event) => {
    event.preventDefault()
    const given = typed.trim().replace(/^Bearer\s+/i, '')
    if (given !== '') setToken(given)
  }
  return (
    <main class="sign-in">
      <div class="sign-in-card">
        <BrandMark />
        <h1>Sign in to Binnacle</h1>
        <p class="muted">{location.host}</p>
        {isRefused && (
          <p class="notice bad" role="alert">
            <Icon name="warning" /> The server does not accept this token. It may have expired.
          </p>
        )}
        {issuers.map((issuer) => (
          <button
            key={issuer.issuer}
            type="button"
            class="button wide"
            onClick={() => void beginSignIn(issuer)}
          >
            Continue with {hostOf(issuer.issuer)}
          </button>
        ))}
        {tokens && issuers.length > 0 && <p class="divider">or</p>}
        {tokens && (
          <form onSubmit={submit}>
            <label class="field">
              <span>Token</span>
              <input
                type="password"
                class="input mono"
                autocomplete="off"
                spellcheck={false}
                value={typed}
                onInput={({ currentTarget }) => setTyped(currentTarget.value)}
              />
            </label>
            <button type="submit" class="button primary wide" disabled={typed.trim() === ''}>
              Sign in
            </button>
            <p class="hint">
              <code>kubectl create token</code> makes one for a service account. It stays in this tab.
            </p>
          </form>
        )}
        {certificates && (
          <p class="hint">
            A client certificate of this browser is used by itself.{' '}
            <button type="button" class="link" onClick={() => void tryCertificate()}>
              Try again
            </button>
          </p>
        )}
      </div>
    </main>
  )
}
