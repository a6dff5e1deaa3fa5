// Writes the types of the built-in kinds. The test in this folder fails when one is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, renderObjectTypes } from './render.js'

for (const [name, text] of renderObjectTypes()) writeFileSync(join(FOLDER, name), text)
