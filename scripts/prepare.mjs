// npm runs this, and not `prepack`, when it installs the package from git, where dist/ does not exist yet, and after
// `npm install` in a clone. `npm ci` does not need dist/, and without development dependencies nothing can be built.
import { execSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const { npm_command: command } = process.env
const canBuild = existsSync('node_modules/rolldown')
if (command === 'install' && canBuild && !existsSync('dist'))
  execSync('npm run --silent build', { stdio: 'inherit' })
