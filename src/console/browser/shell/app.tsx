import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { mustSignIn } from '../api/credentials.js'
import { kindsFailure, loadKinds, resources } from '../api/kinds.js'
import { currentUser, loadSession, sessionFailure } from '../api/session.js'
import { PAGES } from '../pages.js'
import { place } from '../state/router.js'
import { isUnchecked, position } from '../time/kept-history.js'
import { ExpiredMoment, FutureMoment } from '../time/missing-moment.js'
import { TimeBar } from '../time/time-bar.js'
import { lazy } from '../ui/lazy.js'
import { EmptyState, FailureState, LoadingState } from '../ui/states.js'
import { ToastList } from '../ui/toast-list.js'
import { ConnectionBar } from './connection-bar.js'
import { Header } from './header.js'
import { HelpDialog } from './help-dialog.js'
import { onKey, shown } from './keys.js'
import { NamespacePicker, Palette } from './palette.js'
import { Sidebar } from './sidebar.js'

const SignInPage = lazy(() => import('../sign-in/sign-in-page.js'))

export function App() {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const isSignedOut = mustSignIn.value
  return (
    <>
      {isSignedOut ? <SignInPage /> : <Shell />}
      <ToastList />
    </>
  )
}

function Shell() {
  const isDrawer = shown.value === 'sidebar'
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={skip}>
        Skip to content
      </button>
      <Header />
      <div class={isDrawer ? 'sidebar open' : 'sidebar'}>
        <Sidebar />
      </div>
      {isDrawer && (
        <button
          type="button"
          class="scrim"
          aria-label="Close navigation"
          onClick={() => (shown.value = undefined)}
        />
      )}
      <main class="main" id="main" tabIndex={-1}>
        <ConnectionBar />
        <TimeBar />
        <Content />
      </main>
      {shown.value === 'palette' && <Palette />}
      {shown.value === 'namespaces' && <NamespacePicker />}
      {shown.value === 'help' && <HelpDialog />}
    </div>
  )
}

function skip(): void {
  document.getElementById('main')?.focus()
}

effect(() => {
  const current = place.value
  const { page } = current
  const title =
    page === 'object' ? current.name : page === 'list' ? current.resource.plural : PAGES[page]?.title
  document.title = [title, 'Binnacle'].filter(Boolean).join(' · ')
})

function Content() {
  const failure = sessionFailure.value ?? (resources.value === undefined ? kindsFailure.value : undefined)
  if (failure !== undefined) {
    return <FailureState isPage failure={failure} retry={() => void loadSession().then(loadKinds)} />
  }
  if (currentUser.value === undefined || resources.value === undefined) return <LoadingState />
  const { page } = place.value
  const entry = PAGES[page]
  if (entry === undefined) {
    return (
      <EmptyState isPage icon="warning" title="There is no such page">
        The address may be of another version.
      </EmptyState>
    )
  }
  if (entry.showsMoment === true) {
    if (isUnchecked.value) return <LoadingState />
    if (position.value?.kind === 'gone') return <ExpiredMoment />
    if (position.value?.kind === 'future') return <FutureMoment />
  }
  const Page = entry.component
  return <Page place={place.value} />
}
