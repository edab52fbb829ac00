/**
 * Service worker of the whole site: if a page cannot be loaded because there is no network, it answers with a page that
 * says so. All other requests pass through unchanged. Stored books have a worker of their own (`sw.js`).
 */
const page = `<!doctype html>
<html lang="zh-Hans">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>没有网络</title>
<style>
:root { --paper: #faf6ee; --ink: #2b2620; --soft: #6b6257; --line: #d8cdbb; --accent: #9b2c1f }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1815; --ink: #ece4d6; --soft: #a89d8c; --line: #453d33; --accent: #e08a72 } }
body { display: grid; place-content: center; justify-items: center; min-height: 90vh; margin: 0; padding: 24px; background: var(--paper); color: var(--ink); font: 17px/1.8 "Songti SC", "Noto Serif CJK SC", "Source Han Serif SC", serif; text-align: center }
svg { width: 96px; fill: none; stroke: var(--soft); stroke-width: 1.5 }
h1 { margin: 16px 0 0; font-size: 28px; letter-spacing: .1em }
p { margin: 8px 0 0; color: var(--soft) }
nav { display: flex; gap: 12px; margin-top: 24px }
a { display: inline-block; min-width: 88px; padding: 10px 20px; border: 1px solid var(--line); border-radius: 4px; color: var(--ink); line-height: 24px; text-decoration: none }
a:first-child { border-color: var(--accent); color: var(--accent) }
</style>
<main>
<svg viewBox="0 0 48 48" aria-hidden="true"><circle cx="24" cy="24" r="20"/><ellipse cx="24" cy="24" rx="8" ry="20"/><path d="M4 24h40M7 14h34M7 34h34"/></svg>
<h1>没有网络</h1>
<p>这一页要连上网络才能打开。</p>
<nav><a href="">再试</a><a href="/book/offline">本机的书</a></nav>
</main>`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

self.addEventListener('install', () => self.skipWaiting())
// The browser requests a page while it starts the worker, so that the worker does not delay any page.
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()))
self.addEventListener('fetch', (event) => {
  const { method, mode, destination } = event.request
  if (method === 'GET' && mode === 'navigate' && destination === 'document') event.respondWith(answer(event))
})

async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return new Response(page, { status: 503, headers })
  }
}
