/** The frame around the viewer, and the few places where the viewer has to fit in. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ink: #12263f;
  --paper: #faf9f6;
  --line: #dfdcd3;
  --frame: #12263f;
  --brass: #d8a648;
  --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --code: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e6e6;
    --paper: #1c2022;
    --line: #3c4448;
    --frame: #0d1a2b;
  }
}

* {
  box-sizing: border-box;
}

[hidden] {
  display: none !important;
}

body {
  display: grid;
  grid-template-columns: 19rem minmax(0, 1fr);
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font-family: var(--text);
}

header {
  position: sticky;
  top: 0;
  height: 100vh;
  overflow-y: auto;
  padding: 1rem 0.75rem;
  background: var(--frame);
  border-right: 3px solid var(--brass);
  color: #d5dce6;
  font-size: 0.875rem;
}

.home {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  padding: 0 0.5rem;
  color: #fff;
  font-size: 1.25rem;
  font-weight: 600;
  letter-spacing: 0.01em;
  text-decoration: none;
}

[role="search"] {
  margin: 1rem 0 0.75rem;
}

[role="search"] label {
  display: block;
  padding: 0 0.5rem 0.25rem;
}

#search {
  width: 100%;
  padding: 0.5rem;
  border: 1px solid transparent;
  border-radius: 0.4rem;
  background: var(--paper);
  color: var(--ink);
  font: inherit;
  font-size: 1rem;
}

header :focus-visible {
  outline: 2px solid var(--brass);
  outline-offset: 1px;
}

#outcome {
  min-height: 1.25rem;
  margin: 0.25rem 0.5rem;
  font-size: 0.75rem;
}

#found a,
nav a,
summary {
  display: block;
  padding: 0.35rem 0.5rem;
  border-radius: 0.4rem;
  color: inherit;
  overflow-wrap: anywhere;
  text-decoration: none;
}

#found strong,
#found small,
#found span {
  display: block;
}

#found strong {
  color: #fff;
}

#found span,
nav a {
  font-family: var(--code);
  font-size: 0.8125rem;
}

nav ul {
  margin: 0;
  padding: 0;
  list-style: none;
}

#found a:hover,
nav a:hover,
summary:hover {
  background: rgb(255 255 255 / 12%);
  color: #fff;
}

#found a[aria-selected="true"],
#found a[aria-selected="true"] strong,
nav a[aria-current] {
  background: var(--brass);
  color: #12263f;
}

details {
  margin-top: 0.75rem;
}

summary {
  display: list-item;
  list-style-position: inside;
  cursor: pointer;
}

main {
  max-width: 1220px;
  padding: 0.5rem 0 4rem;
}

#notice {
  margin: 3rem 1.25rem;
}

.swagger-ui,
.swagger-ui .info .title,
.swagger-ui .info p,
.swagger-ui .opblock-tag,
.swagger-ui .opblock .opblock-section-header h4,
.swagger-ui .opblock .opblock-summary-description,
.swagger-ui table thead tr td,
.swagger-ui table thead tr th,
.swagger-ui .btn {
  color: var(--ink);
  font-family: var(--text);
}

.swagger-ui .info {
  margin: 1.75rem 0 0.5rem;
}

.swagger-ui .opblock-tag {
  padding: 0.6rem;
  border-bottom-color: var(--line);
  font-size: 1.125rem;
}

.swagger-ui .opblock {
  border-radius: 0.5rem;
  box-shadow: none;
}

.swagger-ui .opblock .opblock-summary-method {
  border-radius: 0.35rem;
}

.swagger-ui .opblock .opblock-summary-path,
.swagger-ui .opblock .opblock-summary-path__deprecated {
  max-width: 62%;
  font-family: var(--code);
  font-size: 0.875rem;
  font-weight: 500;
}

.swagger-ui .opblock.opblock-deprecated .opblock-summary-method {
  background: #8b8f96;
}

.swagger-ui .opblock .opblock-summary-description {
  flex: 1 0 auto;
  text-align: right;
  opacity: 0.8;
}

@media (width < 900px) {
  body {
    display: block;
  }

  header {
    position: static;
    height: auto;
    border-right: 0;
    border-bottom: 3px solid var(--brass);
  }

  #group-versions {
    display: flex;
    overflow-x: auto;
  }

  #group-versions a {
    white-space: nowrap;
  }

  #found {
    max-height: 60vh;
    overflow-y: auto;
  }

  .swagger-ui .info .title {
    font-size: 1.5rem;
  }

  .swagger-ui .opblock .opblock-summary-path,
  .swagger-ui .opblock .opblock-summary-path__deprecated {
    max-width: none;
  }

  .swagger-ui .opblock-tag small,
  .swagger-ui .opblock .opblock-summary-description {
    display: none;
  }
}
`
