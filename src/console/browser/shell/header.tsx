import { mustSignIn, setToken, token } from '../api/credentials.js'
import { currentUser, isAnonymous } from '../api/session.js'
import { config } from '../config.js'
import { type Theme, theme } from '../state/preferences.js'
import { goHere, linkTo, moment, namespace } from '../state/router.js'
import { isTimeOpen } from '../time/kept-history.js'
import { BrandMark } from '../ui/brand-mark.js'
import { Icon, type IconName } from '../ui/icon.js'
import { shown } from './keys.js'

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: 'system', light: 'sun', dark: 'moon' }
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

export function Header() {
  return (
    <header class="header">
      <button
        type="button"
        class="icon-button drawer-button"
        aria-label="Navigation"
        aria-expanded={shown.value === 'sidebar'}
        onClick={() => (shown.value = shown.value === 'sidebar' ? undefined : 'sidebar')}
      >
        <Icon name="menu" />
      </button>
      <a
        class="brand"
        href={linkTo({ page: 'overview' })}
        title={`Binnacle ${config.version} at ${location.host}`}
      >
        <BrandMark />
        <span class="brand-name">Binnacle</span>
        <span class="brand-host truncate">{location.host}</span>
      </a>
      <button
        type="button"
        class="switch"
        title="Namespace (n)"
        aria-haspopup="dialog"
        onClick={() => (shown.value = 'namespaces')}
      >
        <span class="visually-hidden">Namespace: </span>
        <span class="truncate">{namespace.value ?? 'All namespaces'}</span>
        <Icon name="down" />
      </button>
      <button
        type="button"
        class="search-button"
        aria-haspopup="dialog"
        onClick={() => (shown.value = 'palette')}
      >
        <Icon name="search" />
        <span class="search-label">Search</span>
        <kbd>{isMac ? '⌘' : 'Ctrl'} K</kbd>
      </button>
      <div class="header-end">
        <button
          type="button"
          class="icon-button"
          aria-label="History"
          title="Show the past"
          aria-pressed={isTimeOpen.value || moment.value !== undefined}
          onClick={toggleTime}
        >
          <Icon name="clock" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label={`Theme: ${theme.value}`}
          title={`Theme: ${theme.value}`}
          onClick={() => (theme.value = NEXT_THEME[theme.value])}
        >
          <Icon name={THEME_ICONS[theme.value]} />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
          onClick={() => (shown.value = 'help')}
        >
          <Icon name="help" />
        </button>
        <User />
      </div>
    </header>
  )
}

function toggleTime(): void {
  const isOpen = isTimeOpen.value || moment.value !== undefined
  isTimeOpen.value = !isOpen
  if (isOpen) goHere({ at: undefined })
}

function User() {
  const user = currentUser.value
  if (user === undefined) return null
  const { tokens, issuers } = config.signIn
  const canSignIn = tokens || issuers.length > 0
  const title = [
    user.username,
    user.groups.length > 0 && `Groups: ${user.groups.join(', ')}`,
    user.credential !== undefined && `Signed in with a ${user.credential}`,
  ]
  return (
    <span class="user">
      <a
        class="user-link"
        href={linkTo({ page: 'server', path: ['rights'] })}
        title={title.filter(Boolean).join('\n')}
      >
        <Icon name="user" />
        <span class="user-name truncate">{isAnonymous(user) ? 'Anonymous' : user.username}</span>
      </a>
      {token.value !== undefined && (
        <button type="button" class="icon-button" aria-label="Sign out" title="Sign out" onClick={signOut}>
          <Icon name="out" />
        </button>
      )}
      {token.value === undefined && isAnonymous(user) && canSignIn && (
        <button type="button" class="button small" onClick={() => (mustSignIn.value = true)}>
          Sign in
        </button>
      )}
    </span>
  )
}

function signOut(): void {
  setToken(undefined)
  mustSignIn.value = true
}
