export const tokenKey = 'token'

export function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey)
  } catch {
    return null
  }
}

export function storeToken(token: string) {
  try {
    localStorage.setItem(tokenKey, token)
  } catch {
    // If the browser refuses storage, the session token is not stored, so the user does not stay logged in; they see no
    // error.
  }
}

export function removeToken() {
  try {
    localStorage.removeItem(tokenKey)
  } catch {
    // If the browser refuses storage, there is no stored session token.
  }
}
