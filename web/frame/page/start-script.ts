import { tokenKey } from '#web/frame/session/token.ts'
import { themeKey } from './theme.ts'

/** CSS selector of the late components (see `lateComponent`) that are not hydrated yet. */
const late = '[data-late]:not([data-hydrated])'

/**
 * Inline script in the head of every page, which sets the chosen theme, so that the other theme never flashes, says
 * whether the browser holds the token of a session that is not checked yet, and then loads the modules of the page. The
 * script element lists them in `data-modules`, dependencies first.
 *
 * The modules are requested only after the first paint, because they would compete with the pictures of the page: after
 * the load event, or at the first press of a key or pointer. Pages with `data-start="now"` do not wait. Each module is
 * evaluated in a task of its own, so that none of the tasks is long.
 *
 * A click on a button before its hydration is held back and repeated afterwards. Links, forms with an action and
 * popovers of the server's HTML work without the modules, so clicks on them are not held back. If the modules cannot be
 * loaded, the browser handles all clicks alone.
 *
 * The content security policy contains the hash of this script and therefore allows it.
 */
export const startScript = `(() => {
const { modules, start } = document.currentScript.dataset
const root = document.documentElement
try {
const theme = localStorage.getItem('${themeKey}')
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
if (localStorage.getItem('${tokenKey}')) root.dataset.login = 'unchecked'
} catch {}
const clicked = []
let isStarted = false
let hasFailed = false
const isReady = (button) =>
hasFailed ||
(button.type !== 'button' && button.form?.hasAttribute('action')) ||
(button.hasAttribute('popovertarget')
? button.popoverTargetElement
: root.hasAttribute('data-hydrated') && !button.closest('${late}'))
const repeat = () => {
for (const button of clicked.splice(0)) isReady(button) ? button.click() : clicked.push(button)
}
addEventListener('click', (event) => {
const button = event.target.closest?.('button,input[type=radio],input[type=checkbox]')
if (!button || isReady(button)) return
event.preventDefault()
event.stopImmediatePropagation()
clicked.push(button)
}, true)
new MutationObserver(() => setTimeout(repeat)).observe(root, {
subtree: true,
attributeFilter: ['data-hydrated'],
})
const load = async () => {
if (isStarted) return
isStarted = true
const urls = modules.split(' ')
for (const href of urls)
document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
try {
for (const url of urls) {
await import(url)
await (globalThis.scheduler?.yield?.() ?? new Promise((done) => setTimeout(done)))
}
} catch (error) {
hasFailed = true
repeat()
reportError(error)
}
}
if (start === 'now') load()
const paint = (next) => (document.hidden ? next() : requestAnimationFrame(next))
addEventListener('load', () => paint(() => paint(() => setTimeout(load))))
for (const type of ['pointerdown', 'keydown']) addEventListener(type, load, { capture: true, passive: true })
})()`
