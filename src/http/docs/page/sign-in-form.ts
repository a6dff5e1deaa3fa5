import type { PageDocument, PageField } from './browser.js'
import { elementOf } from './elements.js'
import type { RefusedError, Session } from './session.js'

/** The form of a page that asks for a token, and says why one was refused. */
export class SignInForm {
  readonly #document: PageDocument
  readonly #session: Session

  /** `onToken` shows the page as the user of the token. It rejects with `RefusedError` if that is refused. */
  constructor(document: PageDocument, session: Session, onToken: () => Promise<void>) {
    this.#document = document
    this.#session = session
    this.#element('sign-in').addEventListener('submit', (event) => {
      event.preventDefault()
      this.#say('Signing in …')
      void this.#submit(onToken)
    })
  }

  /** Asks for a token. */
  show(refusal: RefusedError): void {
    this.#say(this.#session.hasToken ? refusal.message : '')
    this.#session.forget()
    this.#element('sign-in').hidden = false
  }

  async #submit(onToken: () => Promise<void>): Promise<void> {
    const field = this.#element('token') as PageField
    try {
      this.#session.use(field.value.trim())
      await onToken()
      field.value = ''
      this.#say('')
      this.#element('sign-in').hidden = true
    } catch (error) {
      this.#session.forget()
      this.#say(error instanceof Error ? error.message : String(error))
      field.focus()
    }
  }

  #say(text: string): void {
    this.#element('refusal').textContent = text
  }

  #element(id: string) {
    return elementOf(this.#document, id)
  }
}
