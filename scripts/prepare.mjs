// npm runs this, and not `prepack`, when it installs the package from git: then there is no dist/ yet. It also runs it after
// `npm install` in a clone. `npm ci` has no need of dist/, and without development dependencies nothing can be built.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const { npm_command: command } = process.env
const canBuild = existsSync('node_modules/rolldown')
if (command === 'install' && canBuild && !existsSync('dist'))
  execSync('npm run --silent build', { stdio: 'inherit' })
