export const later = setTimeout(() => undefined, 1);
