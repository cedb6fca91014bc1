// The start-up app of a runtime that carries none: `electron APPDIR [arguments]` loads the app in APPDIR, as the
// official runtime does by itself. Only used while developing and testing; a package has its own app in this place.
const path = require('node:path')
const { app } = require('electron')

const folder = path.resolve(process.argv.slice(1).find((argument) => !argument.startsWith('-')) ?? '.')
const description = require(path.join(folder, 'package.json'))

process.defaultApp = true
app.setAppPath(folder)
app.setName(description.productName ?? description.name)
app.setVersion(description.version)
require(path.join(folder, description.main))
