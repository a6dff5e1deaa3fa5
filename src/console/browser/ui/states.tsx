import type { ComponentChildren } from 'preact'
import type { Failure } from '#console/model/api/failure.js'
import { Icon, type IconName } from './icon.js'

export function LoadingState({ label = 'Loading' }: { label?: string }) {
  return (
    <div class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      <span class="visually-hidden">{label}</span>
    </div>
  )
}

interface EmptyStateProps {
  readonly icon?: IconName
  readonly title: string
  /** Whether it is all that the page has. */
  readonly isPage?: boolean
  readonly children?: ComponentChildren
}

const titleTag = (isPage: boolean | undefined) => (isPage ? 'h1' : 'p')

export function EmptyState({ icon = 'search', title, isPage, children }: EmptyStateProps) {
  const Title = titleTag(isPage)
  return (
    <div class="state">
      <span class="state-icon">
        <Icon name={icon} />
      </span>
      <Title class="state-title">{title}</Title>
      {children !== undefined && <div class="state-text">{children}</div>}
    </div>
  )
}

const TITLES: Readonly<Record<number, string>> = {
  0: 'The server cannot be reached',
  401: 'You are not signed in',
  403: 'You may not see this',
  404: 'Not found',
  410: 'This moment is no longer kept',
}

interface FailureStateProps {
  readonly failure: Failure
  /** Whether it is all that the page has. */
  readonly isPage?: boolean
  readonly retry?: (() => void) | undefined
}

/** What went wrong, in the words of the server: a 403 says which right is missing. */
export function FailureState({ failure, isPage, retry }: FailureStateProps) {
  const { code, message, causes } = failure
  const Title = titleTag(isPage)
  return (
    <div class="state" role="alert">
      <span class="state-icon bad">
        <Icon name="warning" />
      </span>
      <Title class="state-title">{TITLES[code] ?? 'The request failed'}</Title>
      <p class="state-text">{message}</p>
      {causes.length > 0 && (
        <ul class="state-text causes">
          {causes.map(({ field, message }) => (
            <li key={field + message}>
              {field !== '' && <code>{field}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {retry !== undefined && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** What went wrong, in a line of a dialog or a row. */
export function FailureText({ failure: { message, causes } }: { failure: Failure }) {
  const others = causes.filter((cause) => cause.message !== '' && !message.includes(cause.message))
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <div class="wrap">
        {message}
        {others.length > 0 && (
          <ul>
            {others.map(({ field, message }) => (
              <li key={field + message}>
                {field !== '' && <code>{field}</code>} {message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
