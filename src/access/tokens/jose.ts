import { lazily } from '#util/lazily.js'

/** What signs and verifies tokens. Servers that see no signed token never load it. */
export const jose = lazily(() => import('jose'))
