import { CachedDocument } from '#http/response/cached-document.js'
import { type AssetName, assetPath, docsAssets } from './assets.js'

/** The page itself. It holds no script and no style of its own, so that its policy can forbid both. */
export const docsPage = new CachedDocument('text/html; charset=utf-8', () => Buffer.from(html()))

/** An asset under the name of its state, which a browser may keep for good. */
const current = (name: AssetName) => `${assetPath(name)}?hash=${docsAssets[name].digest}`

const html = () => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Binnacle</title>
    <link rel="icon" type="image/svg+xml" href="${current('icon.svg')}">
    <link rel="stylesheet" href="${current('swagger-ui.css')}">
    <link rel="stylesheet" href="${current('page.css')}">
    <script defer src="${current('swagger-ui-bundle.js')}"></script>
    <script type="module" src="${current('page-script.js')}"></script>
  </head>
  <body>
    <header>
      <a class="home" href="/docs"><img src="${current('icon.svg')}" alt="" width="32" height="32">Binnacle</a>
      <div role="search">
        <label for="search">Find a kind</label>
        <input id="search" type="search" placeholder="deployment, po, batch …" autocomplete="off" spellcheck="false"
          role="combobox" aria-autocomplete="list" aria-controls="found" aria-expanded="false">
        <p id="outcome" role="status"></p>
        <div id="found" role="listbox" aria-label="Kinds" hidden></div>
      </div>
      <nav id="parts" aria-label="Parts of the API">
        <ul id="group-versions"></ul>
        <details id="about-server">
          <summary>About the server</summary>
          <ul id="about"></ul>
        </details>
      </nav>
    </header>
    <main>
      <p id="notice" role="status">Reading what the server says about itself …</p>
      <noscript><p>This page needs JavaScript. What it shows is at <a href="/openapi/v3">/openapi/v3</a>.</p></noscript>
      <div id="viewer"></div>
    </main>
  </body>
</html>
`
