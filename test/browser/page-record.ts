import type { Page } from 'playwright-core'

/** Everything that went wrong on a page, and everything that it asked of others than `origin`. */
export class PageRecord {
  readonly complaints: string[] = []
  readonly foreignRequests: string[] = []

  constructor(page: Page, origin: string) {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text())
    })
    page.on('pageerror', (error) => this.complaints.push(String(error)))
    page.on('requestfailed', (request) =>
      this.complaints.push(`${request.url()}: ${request.failure()?.errorText}`),
    )
    page.on('response', (response) => {
      if (response.status() >= 400) this.complaints.push(`${response.url()}: ${response.status()}`)
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== origin && url.protocol !== 'data:') this.foreignRequests.push(url.href)
    })
  }
}
