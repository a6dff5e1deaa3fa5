import { render } from 'preact'
import { followKinds } from './api/kinds.js'
import { followSession } from './api/session.js'
import { App } from './shell/app.js'
import { finishSignIn } from './sign-in/code-flow.js'
import { followLooks } from './time/last-looked.js'

await finishSignIn()
followSession()
followKinds()
followLooks()
const root = document.getElementById('app')
if (root !== null) render(<App />, root)
