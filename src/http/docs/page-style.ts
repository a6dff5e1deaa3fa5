/** The frame around the viewer, and the few places where the viewer has to fit in. */
export const pageStyle = `:root {
  --ink: #12263f;
  --brass: #d8a648;
  --paper: #faf9f6;
  --line: #dfdcd3;
  --text: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --code: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font-family: var(--text);
}

header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 2rem;
  padding: 0.75rem max(1.25rem, calc((100vw - 1180px) / 2));
  background: var(--ink);
  border-bottom: 3px solid var(--brass);
}

.home {
  display: flex;
  align-items: center;
  gap: 0.6rem;
  color: #fff;
  font-size: 1.25rem;
  font-weight: 600;
  letter-spacing: 0.01em;
  text-decoration: none;
}

nav {
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1.5rem;
}

nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem;
  margin: 0;
  padding: 0;
  list-style: none;
}

nav a {
  display: block;
  padding: 0.4rem 0.8rem;
  border-radius: 0.4rem;
  color: #d5dce6;
  font-family: var(--code);
  font-size: 0.875rem;
  text-decoration: none;
}

nav a:hover,
nav a:focus-visible {
  background: rgb(255 255 255 / 12%);
  color: #fff;
}

nav a[aria-current] {
  background: var(--brass);
  color: var(--ink);
}

#about a {
  padding: 0.4rem 0.5rem;
  font-size: 0.75rem;
}

main {
  max-width: 1220px;
  margin: 0 auto;
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
  border-bottom-color: var(--line);
  text-transform: capitalize;
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

@media (width < 800px) {
  nav {
    flex-basis: 100%;
  }

  .swagger-ui .info .title {
    font-size: 1.5rem;
  }

  .swagger-ui .opblock .opblock-summary-description {
    display: none;
  }
}
`
