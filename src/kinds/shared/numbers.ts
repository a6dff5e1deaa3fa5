export { mustNotBeNegative as notNegative } from '../../meta/field-rules.js'
