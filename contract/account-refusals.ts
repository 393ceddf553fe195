import { limits } from './limits.ts'

/** Of refusals.ts those about accounts: signing in, mails, passwords, second factors and roles. */
export const accountRefusals = {
  mail_not_sent: {
    status: 503,
    sentence: ({ reason }: { reason: string }) => ({
      en: `The mail server did not take the mail: ${reason}.`,
      es: `El servidor de correo no ha aceptado el mensaje: ${reason}.`,
    }),
  },
  second_factor_required: {
    status: 403,
    sentence: {
      en: 'Admins need a second factor here. Add one in your profile, or sign in with it.',
      es: 'Aquí los administradores necesitan un segundo factor. Añádelo en tu perfil o inicia sesión con él.',
    },
  },
  user_not_found: {
    status: 404,
    sentence: { en: 'This user does not exist.', es: 'Este usuario no existe.' },
  },
  session_not_found: {
    status: 404,
    sentence: { en: 'This session has ended already.', es: 'Esta sesión ya ha terminado.' },
  },
  passkey_not_found: {
    status: 404,
    sentence: { en: 'This passkey does not exist.', es: 'Esta llave de acceso no existe.' },
  },
  left_behind_not_found: {
    status: 404,
    sentence: {
      en: 'This was kept or removed already.',
      es: 'Esto ya se ha conservado o eliminado.',
    },
  },
  verification_needed: {
    status: 422,
    sentence: {
      en: `Verify your email address in your profile first: without it an account has at most ${limits.madeUnverified} devices and as many codes.`,
      es: `Antes, verifica tu correo en tu perfil: sin ello una cuenta tiene como máximo ${limits.madeUnverified} dispositivos y otros tantos códigos.`,
    },
  },
  email_taken: {
    status: 409,
    sentence: {
      en: 'An account with this email already exists.',
      es: 'Ya existe una cuenta con este correo.',
    },
  },
  last_admin: {
    status: 409,
    sentence: {
      en: 'This is the last admin. Make somebody else an admin first.',
      es: 'Es el último administrador. Antes, nombra administrador a otra persona.',
    },
  },
  last_admin_closes: {
    status: 409,
    sentence: {
      en: 'You are the last admin. Make somebody else an admin before you close your account.',
      es: 'Eres el último administrador. Antes de cerrar tu cuenta, nombra administrador a otra persona.',
    },
  },
  card_money_pending: {
    status: 409,
    sentence: {
      en: 'A card payment of yours, or a refund to your card, is still on its way. Try again when it has arrived.',
      es: 'Un pago tuyo con tarjeta, o un reembolso a tu tarjeta, aún está en camino. Inténtalo de nuevo cuando haya llegado.',
    },
  },
  second_factor_exists: {
    status: 409,
    sentence: {
      en: 'You have an authenticator already. Turn it off first.',
      es: 'Ya tienes un autenticador. Antes, desactívalo.',
    },
  },
  too_many_roles: {
    status: 409,
    sentence: {
      en: 'This user has as many roles as there can be. Take one away first.',
      es: 'Este usuario no puede tener más roles. Antes, quítale uno.',
    },
  },
  too_many_passkeys: {
    status: 409,
    sentence: {
      en: 'You have as many passkeys as there can be. Remove one first.',
      es: 'No puedes tener más llaves de acceso. Antes, quita una.',
    },
  },
  wrong_credentials: {
    status: 422,
    sentence: {
      en: 'Email or password is wrong.',
      es: 'El correo o la contraseña no son correctos.',
    },
  },
  second_factor_needed: {
    status: 422,
    sentence: {
      en: 'Enter the code from your authenticator app.',
      es: 'Escribe el código de tu aplicación de autenticación.',
    },
  },
  factor_needed: {
    status: 422,
    sentence: {
      en: 'Confirm this with your passkey, a code from your authenticator app or a recovery code.',
      es: 'Confírmalo con tu llave de acceso, un código de tu aplicación de autenticación o un código de recuperación.',
    },
  },
  wrong_second_factor: {
    status: 422,
    sentence: {
      en: 'This code is wrong or was used already. Wait for the next one, or use a recovery code.',
      es: 'Este código no es correcto o ya se ha usado. Espera al siguiente o usa un código de recuperación.',
    },
  },
  passkey_not_accepted: {
    status: 422,
    sentence: {
      en: 'This passkey was not accepted. Try again, or use your password.',
      es: 'Esta llave de acceso no se ha aceptado. Inténtalo de nuevo o usa tu contraseña.',
    },
  },
  common_password: {
    status: 422,
    sentence: {
      en: 'This is one of the most common passwords. Choose another one.',
      es: 'Es una de las contraseñas más comunes. Elige otra.',
    },
  },
  wrong_email_code: {
    status: 422,
    sentence: {
      en: 'This code is wrong or has run out. Check it, or ask for a new one.',
      es: 'Este código no es correcto o ha caducado. Compruébalo o pide uno nuevo.',
    },
  },
  wrong_password: {
    status: 422,
    sentence: {
      en: 'The current password is wrong.',
      es: 'La contraseña actual no es correcta.',
    },
  },
  too_busy: {
    status: 503,
    sentence: ({ seconds }: { seconds: number }) => ({
      en: `The server is very busy right now. Please try again in ${seconds} seconds.`,
      es: `El servidor está muy ocupado. Inténtalo de nuevo en ${seconds} segundos.`,
    }),
  },
} as const
