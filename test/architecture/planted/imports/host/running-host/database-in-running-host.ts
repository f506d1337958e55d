import '@corridor/adapters-storage';
