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
:root { --ink: #1f1a17; --soft: #5f564e; --paper: #fffdf9; --line: #e8e1d6 }
@media (prefers-color-scheme: dark) { :root { --ink: #ece6dc; --soft: #b6aea2; --paper: #14161a; --line: #31353d } }
body { display: grid; place-content: center; justify-items: center; min-height: 90vh; margin: 0; padding: 24px; background: var(--paper); color: var(--ink); font: 16px/1.8 "PingFang SC", "Noto Sans SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif; text-align: center }
main { display: grid; justify-items: center; gap: 12px }
svg { width: 96px; fill: none; stroke: var(--soft); stroke-width: 1.2 }
h1 { margin: 8px 0 0; font: 700 30px/1.4 "Noto Serif SC", "Noto Serif CJK SC", "Songti SC", serif }
p { margin: 0; color: var(--soft) }
nav { display: flex; gap: 12px; margin-top: 16px }
a { padding: 0 24px; border: 1px solid var(--line); border-radius: 22px; color: var(--ink); line-height: 42px; text-decoration: none }
a:first-child { border-color: #fa8c16; background: #fa8c16; color: #1f1a17; font-weight: 600 }
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
// Navigation preload: the browser requests a page while it starts the worker, so that the worker does not delay any
// page.
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
