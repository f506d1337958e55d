console.log('priced');
export {};
