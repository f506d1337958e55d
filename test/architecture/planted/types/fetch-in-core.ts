export const page = fetch('https://corridor.example');
