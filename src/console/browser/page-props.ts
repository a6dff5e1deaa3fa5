import type { Page, Place } from '#console/model/api/address.js'

export type PageName = Page['page']

/** What the component of a page gets. */
export interface PageProps<Name extends PageName = PageName> {
  readonly place: Place & { readonly page: Name }
}
