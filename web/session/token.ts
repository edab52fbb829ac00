const key = 'token'

export function readToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function storeToken(token: string) {
  try {
    localStorage.setItem(key, token)
  } catch {
    // If the browser refuses storage, the session ends with the page; the user sees no error.
  }
}

export function removeToken() {
  try {
    localStorage.removeItem(key)
  } catch {
    // If the browser refuses storage, there is no token.
  }
}
