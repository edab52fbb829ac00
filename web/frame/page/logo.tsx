import { useSite } from './use-site.ts'

/** Link to the home page with the logo and the name of the site. */
export function Logo() {
  const { name, tagline, logo } = useSite()
  return (
    <a className="logo" href="/">
      {logo === null ? <LogoMark /> : <img src={logo} alt="" height="32" />}
      <span className="logo-name">{name}</span>
      <span className="logo-tagline">{tagline}</span>
    </a>
  )
}

/** The logo: an open book whose pages are the meridians of a globe, with an orange pin. */
function LogoMark() {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      aria-hidden="true"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <g stroke="currentColor" strokeWidth="1.6">
        <path d="M16 27.5c-2.6-2-6.4-2.9-11.5-2.9V9.2" />
        <path d="M16 27.5c2.6-2 6.4-2.9 11.5-2.9V9.2" />
        <path d="M16 27.5V17.6" />
        <path d="M7.2 21.4c3.4.1 6.4.8 8.8 2.4 2.4-1.6 5.4-2.3 8.8-2.4" />
        <path d="M10.3 16.6c2.2.3 4.1 1 5.7 2 1.6-1 3.5-1.7 5.7-2" />
      </g>
      <path
        fill="var(--accent)"
        d="M16 3.2a5.6 5.6 0 0 0-5.6 5.6c0 3.9 5.6 8.8 5.6 8.8s5.6-4.9 5.6-8.8A5.6 5.6 0 0 0 16 3.2Zm0 7.7a2.1 2.1 0 1 1 0-4.2 2.1 2.1 0 0 1 0 4.2Z"
      />
    </svg>
  )
}
